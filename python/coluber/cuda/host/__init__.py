"""The host's side of CUDA: devices, memory, arrays, streams and events, over a GPU's driver or the emulator."""
