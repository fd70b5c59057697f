"""What learners need from the engine: moves as tokens, observations as numbers, many games in step."""
