/** One emoji with its modifiers, joined ones, flags and keycaps; not the text forms of symbols. */
const EMOJI =
  '(?:\\p{RI}{2}|[\\d#*]\\uFE0F\\u20E3|(?!\\p{RI})(?:\\p{Emoji_Presentation}|\\p{ExtPict}(?=\\uFE0F|\\p{EMod}))(?:\\uFE0F|\\p{EMod}|[\\u{E0020}-\\u{E007F}]+)?(?:\\u200D\\p{ExtPict}(?:\\uFE0F|\\p{EMod})?)*)'
const LONE = new RegExp(`^(?:${EMOJI} ?){1,3}$`, 'u')
const ONE = new RegExp(EMOJI, 'gu')
/** Three families with skin tones, in UTF-16 units. */
const LONE_MAX_CHARS = 80

/** How many emoji a message consists of, when it is one to three and nothing else; else 0. */
export const countLoneEmoji = (text: string): number =>
  text !== '' && text.length <= LONE_MAX_CHARS && LONE.test(text)
    ? (text.match(ONE)?.length ?? 0)
    : 0
