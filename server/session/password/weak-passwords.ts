import { foldText } from '../../db/dialect'

/** A word surrounded by up to this many digits or signs counts as that word: «motdepasse2026». */
const DECORATION_MAX = 6
const DISTINCT_MIN = 5
/** Shorter words cannot fill a password of 10 characters with that few characters around them. */
const WORD_MIN = 6
const OWN_WORD_MIN = 3
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

const unleet = (text: string): string => text.replace(/[013457@$!€]/g, (c) => LEET[c] ?? c)
const lettersAndDigits = (text: string): string => text.replace(/[^a-z0-9]/g, '')
const isLetter = (c: string | undefined): boolean => c !== undefined && c >= 'a' && c <= 'z'

/** The text from its first to its last letter. */
const core = (text: string): string => {
  let from = 0
  let to = text.length
  while (from < to && !isLetter(text[from])) from++
  while (to > from && !isLetter(text[to - 1])) to--
  return text.slice(from, to)
}

/** «abcabcabcabc» → «abc»: a text that equals one of its rotations repeats a part. */
const period = (text: string): string => text.slice(0, (text + text).indexOf(text, 1))

/** Each character follows the previous one by the same step: «abcdefghij», «9876543210». */
const isRun = (text: string): boolean => {
  const step = text.charCodeAt(1) - text.charCodeAt(0)
  for (let i = 2; i < text.length; i++)
    if (text.charCodeAt(i) - text.charCodeAt(i - 1) !== step) return false
  return Math.abs(step) <= 1
}

/**
 * What members of this community and French calendars suggest, which the lists lack. Repeated or
 * with any digits around and between («juin2026juin») they are refused too.
 */
const OBVIOUS: ReadonlySet<string> = new Set(
  `janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  lundi mardi mercredi jeudi vendredi samedi dimanche printemps ete automne hiver
  candaulisme candauliste libertin libertine libertins libertines libertinage echangisme
  echangiste melangisme melangiste cotecotisme triolisme trioliste exhibition voyeurisme
  polyamour polyamoureux coquin coquine coquins coquines sortie soiree velours couple
  couples plaisir plaisirs complice complices connivence`.split(/\s+/),
)

let words: Promise<ReadonlySet<string>> | null = null
/**
 * 120,000 leaked passwords, French words and names: 30 MB and 60 ms, so loaded when a password is
 * first chosen.
 */
const loadWords = async (): Promise<ReadonlySet<string>> => {
  const lists = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ])
  const set = new Set<string>()
  for (const { dictionary } of lists)
    for (const list of Object.values<readonly string[]>(dictionary))
      for (const word of list) {
        const known = lettersAndDigits(foldText(word))
        if (known.length >= WORD_MIN) set.add(known)
      }
  return set
}

/**
 * Whether a password is too common: a leaked password, a French or English word or name (also
 * doubled, with 4 for a, or with a few digits around it), digits only, a run or few distinct
 * characters, or containing any of `own` (the name of the app, the part of the e-mail before
 * the @).
 */
export const isWeakPassword = async (
  password: string,
  own: readonly string[],
): Promise<boolean> => {
  const plain = foldText(password)
  const compact = lettersAndDigits(plain)
  if (new Set(plain).size < DISTINCT_MIN || /^\d+$/.test(plain) || isRun(plain)) return true
  if (own.some((word) => foldText(word).length >= OWN_WORD_MIN && plain.includes(foldText(word))))
    return true
  const letters = [plain, unleet(core(plain))].map((text) => text.replace(/[^a-z]/g, ''))
  if (letters.some((word) => OBVIOUS.has(word) || OBVIOUS.has(period(word)))) return true
  words ??= loadWords()
  const known = await words
  return [plain, compact, unleet(plain), lettersAndDigits(unleet(plain))].some((text) => {
    const word = lettersAndDigits(core(text))
    return (
      known.has(text) ||
      known.has(period(text)) ||
      (plain.length - word.length <= DECORATION_MAX && (known.has(word) || known.has(period(word))))
    )
  })
}
