declare module '@micropython/micropython-webassembly-pyscript' {
  /** An interpreter of its own. */
  export interface MicroPython {
    /** @throws an error with a traceback as its message */
    runPython(code: string): unknown;
  }

  /** Starts one. */
  export function loadMicroPython(options: {
    readonly heapsize?: number;
    readonly pystack?: number;
    readonly linebuffer?: boolean;
    readonly stdout?: (bytes: Uint8Array) => void;
    readonly stderr?: (bytes: Uint8Array) => void;
  }): Promise<MicroPython>;
}
