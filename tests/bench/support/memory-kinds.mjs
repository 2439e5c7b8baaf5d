// Memory of a server process by kind: what V8 says (metrics) and what the kernel says (smaps).
import { readFileSync } from 'node:fs'

const MB = 1_000_000
/** MB by kind; null while the server is away. */
export const memoryKinds = async (pid, metricsPort) => {
  try {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const read = (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN) / MB
    const smaps = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kernel = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(smaps)?.[1]) / 1_024
    const heap = read('nodejs_heap_size_total_bytes')
    const external = read('nodejs_external_memory_bytes')
    const [resident, anonymous] = [kernel('Rss'), kernel('Anonymous')]
    return {
      resident,
      'heap used': read('nodejs_heap_size_used_bytes'),
      'heap held': heap,
      external,
      // the allocator's: SQLite's page cache and statements, sharp, TLS, fragmentation
      'other native': anonymous - heap - external,
      'files mapped': resident - anonymous,
    }
  } catch {
    return null
  }
}
/** For each kind: the least of each eighth of the samples. */
export const growth = (samples) =>
  Object.keys(samples[0] ?? {}).map((kind) => {
    const least = Array.from({ length: 8 }, (_, n) =>
      Math.min(
        ...samples
          .slice(Math.floor((samples.length * n) / 8), Math.floor((samples.length * (n + 1)) / 8))
          .map((s) => s[kind]),
      ).toFixed(0),
    )
    return `${kind} ${least.join(' ')} MB`
  })
