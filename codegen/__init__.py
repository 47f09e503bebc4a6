"""Pure stages: op info, selection, aggregation, resolution, plan, and the text of the cog blocks."""
