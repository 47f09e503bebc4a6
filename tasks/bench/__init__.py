"""Time, instructions and flash of targets, against committed figures and live peers."""
