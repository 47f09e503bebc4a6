"""Pure stages: op info, selection, resolution, plan, and the text of the cog blocks."""
