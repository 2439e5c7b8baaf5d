export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Escaped text with http(s) addresses as links; paragraphs at empty lines. */
export const textToHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(
      (part) =>
        `<p>${part
          .split(/(https?:\/\/[^\s<>"']+)/)
          .map((piece, i) =>
            i % 2
              ? `<a href="${escapeHtml(piece)}" rel="noreferrer">${escapeHtml(piece)}</a>`
              : escapeHtml(piece).replaceAll('\n', '<br>'),
          )
          .join('')}</p>`,
    )
    .join('\n')
