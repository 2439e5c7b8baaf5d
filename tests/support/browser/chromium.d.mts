export const CHROMIUM_ARGS: readonly string[]
export function findChromium(): Promise<string | null>
export function ensureChromium(): Promise<string>
