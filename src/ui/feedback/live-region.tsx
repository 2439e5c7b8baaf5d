/**
 * Announces `text` each time it changes. Keep it mounted and change the text: a region that appears
 * together with its text is not read. Polite unless `assertive`.
 */
export function LiveRegion({
  text,
  assertive = false,
}: {
  text: string
  assertive?: boolean | undefined
}) {
  return (
    <div
      className="visually-hidden"
      role={assertive ? 'alert' : 'status'}
      aria-live={assertive ? 'assertive' : 'polite'}
      aria-atomic="true"
    >
      {text}
    </div>
  )
}
