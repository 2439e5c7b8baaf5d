/** Compiles what is out of date; answers the names of the modules compiled. */
export function buildWasm(): Promise<string[]>
