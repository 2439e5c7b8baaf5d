export interface Progress {
  step(title: string, total: number): (done: number) => void
  end(): void
}
/** A progress bar on a terminal, else one line per step. */
export const terminalProgress = (): Progress => {
  const out = process.stdout
  let open = false
  return {
    step: (title, total) => {
      if (open) out.write('\n')
      open = out.isTTY
      if (!out.isTTY) out.write(`${title} (${total})\n`)
      let last = 0
      return (done) => {
        if (!out.isTTY || (Date.now() - last < 80 && done < total)) return
        last = Date.now()
        const part = total === 0 ? 1 : Math.min(1, done / total)
        const full = Math.round(part * 30)
        const bar = '█'.repeat(full) + '░'.repeat(30 - full)
        const percent = String(Math.round(part * 100)).padStart(3)
        out.write(`\r${title.padEnd(28).slice(0, 28)} ${bar} ${percent} %  ${done}/${total} `)
      }
    },
    end: () => {
      if (open) out.write('\n')
      open = false
    },
  }
}
