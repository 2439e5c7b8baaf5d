/**
 * Reads the Prometheus metrics of a server started with METRICS_PORT, including calls made by
 * workers.
 */
export const createMetrics = (port: number) => {
  /** Sum of the samples of `name` with all these labels; 0 when there is none yet. */
  const read = async (
    name: string,
    labels: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
    let sum = 0
    for (const line of text.split('\n')) {
      const m = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (m?.[1] === name && wanted.every((w) => m[2]?.split(',').includes(w))) sum += Number(m[3])
    }
    return sum
  }
  return {
    read,
    /** Open realtime sockets. */
    sockets: () => read('realtime', { figure: 'sockets' }),
    /** Responses of one route of the contract, or of all. */
    answers: (route?: string) => read('http_request_seconds_count', route ? { route } : {}),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
