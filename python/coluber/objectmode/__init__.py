"""Object mode: functions that can't be compiled run in the interpreter, with their loops compiled where that is possible."""
