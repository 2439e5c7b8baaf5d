import { expect } from 'vitest'

/** What `pattern` finds first in each letter to an address, in the demonstration mailbox; the newest first. */
export const inMails = async (url: string, to: string, pattern: RegExp): Promise<string[]> => {
  const box = await (await fetch(`${url}/demo/boite-aux-lettres`)).text()
  return box
    .split('<article>')
    .filter((letter) => letter.includes(`À ${to} ·`))
    .flatMap((letter) => pattern.exec(letter)?.[0] ?? [])
}

/**
 * Waits for what `pattern` finds in a letter to an address, but for what is `known`: a letter is
 * written after the reply that says it leaves, and the page of the mailbox does not follow.
 */
export const fromMail = async (
  url: string,
  to: string,
  pattern: RegExp,
  known: readonly string[] = [],
): Promise<string> => {
  let found: string | undefined
  await expect
    .poll(async () => {
      found = (await inMails(url, to, pattern)).find((one) => !known.includes(one))
      return found
    })
    .toBeDefined()
  return found ?? ''
}

/** The path of the link of a letter, with its token: `/verify-email#token=…`. */
export const linkFromMail = (url: string, to: string, page: string): Promise<string> =>
  fromMail(url, to, new RegExp(`/${page}#token=[\\w-]+`))
