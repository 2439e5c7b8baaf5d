/** Numbers of the specification, each with its unit in the name unless it is a count. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const ACCESS_TOKEN_S = 15 * 60
/** A token with less than this left counts as expiring (MSG-207). */
export const TOKEN_EXPIRING_S = 300
export const SESSION_IDLE_S = 30 * 24 * 3600
/** A rotated refresh token stays valid this long even when its child was used (parallel tabs). */
export const REFRESH_GRACE_S = 10
export const VERIFY_TOKEN_S = 24 * 3600
export const RESET_TOKEN_S = 3600
export const JOIN_LINK_S = 14 * 24 * 3600

/**
 * Messages of one member in one conversation before the server throttles, and the window in
 * seconds.
 */
export const BURST_MESSAGES = 30
export const BURST_S = 10
export const PASSKEY_NAME_MAX = 40
export const PASSKEYS_MAX = 20
/** A passkey challenge is valid this long. */
export const PASSKEY_QUESTION_S = 300
export const RECOVERY_CODES = 8
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200
export const ADULT_YEARS = 18
export const HANDLE_MIN = 4
/** Of one person, whose short first name may do: «Jo», «Léa». */
export const PERSON_HANDLE_MIN = 2
export const HANDLE_MAX = 30
export const IDENTITIES_MAX = 2
export const NAME_MAX = 80
export const EMAIL_MAX = 254

export const MESSAGE_PAGE = 50
export const MESSAGE_MAX_CHARS = 10_000
export const MESSAGE_MEDIA_MAX = 20
/** One's own text may be changed for this long after it was sent. */
export const MESSAGE_EDIT_MS = 15 * 60_000
/** Characters of a quoted message that are sent with the quoting one. */
export const QUOTE_MAX_CHARS = 160
export const SEARCH_MIN_CHARS = 2
export const SEARCH_PAGE = 20
export const PHOTOS_PAGE = 60
/** ❤️ 😂 👍 👎 😢 😡 😍 😮: the eight of the specification, in menu order. */
export const REACTIONS = ['❤️', '😂', '👍', '👎', '😢', '😡', '😍', '😮'] as const
export const REACTIONS_SHOWN = 4
export const LONG_PRESS_MS = 600
export const LONG_PRESS_MOVE_PX = 10
export const GROUP_TITLE_MAX = 60
export const GROUP_DESCRIPTION_MAX = 500
export const GROUP_MEMBERS_MAX = 100
/** «écrit…» is sent at this interval while typing, and shown this long after the last one. */
export const TYPING_REPEAT_MS = 3_000
export const TYPING_SHOWN_MS = 6_000
export const PINNED_MAX = 5
export const MESSAGES_CACHED_MS = 30 * 60_000
export const SYNC_MIN_INTERVAL_MS = 5_000
export const LIST_REFRESH_DEBOUNCE_MS = 150
export const SCROLL_BOTTOM_PX = 64
export const SCROLL_TOP_PX = 24

export const UPLOAD_MAX_BYTES = 30 * 1024 * 1024
export const IMAGE_MAX_SIDE_PX = 2000
export const IMAGE_BLUR_MAX_SIDE_PX = 2048
export const JPEG_QUALITY = 0.92
export const BLUR_SPOTS_MAX = 30
export const BLUR_RADIUS_RATIO = 0.05
export const IMAGE_TIMEOUT_MS = 30_000
/** Private links: checked again when the bytes are fetched. */
export const PRIVATE_LINK_S = 60
export const PUBLIC_LINK_S = 30 * 60

export const HEARTBEAT_MS = 20_000
/** Three missed heartbeats: offline. */
export const PRESENCE_TIMEOUT_MS = 60_000
export const BACKGROUND_REFRESH_MS = 2 * 60_000
export const RECONNECT_DELAY_MS = 100
export const VERSION_POLL_MS = 5 * 60_000

export const TOAST_MS = 2_500
export const TOAST_MIN_MS = 1_000
export const TOAST_MAX_MS = 10_000
export const BADGE_CAP = { messages: 99, news: 9, events: 9 } as const

export const COMPOSER_MIN_PX = 44
export const COMPOSER_MAX_PX = 128
export const OVERLAY_CLOSE_MS = 300
export const FEEDBACK_MAX_CHARS = 4_000

export const RATING_MAX = 100
export const PROFILE_DESCRIPTION_MAX = 2_000
export const PROFILE_COMMENT_MAX = 500
export const PLACE_TEXT_MAX = 120
export const PUBLIC_PHOTOS_MAX = 100
export const ALBUM_NAME_MAX = 60
export const ALBUM_DESCRIPTION_MAX = 500
export const ALBUM_MEDIA_PAGE = 100
/** Albums of others in the list of those that are shared with one. */
export const SHARED_ALBUMS_MAX = 300
/** Outgoing shares of albums in one list, the newest. */
export const ALBUM_SHARES_SHOWN = 2_000
/** Requests for albums in one list, the oldest: the next come up as these are answered. */
export const ALBUM_REQUESTS_SHOWN = 200
export const ALBUMS_MAX = 100
export const ALBUM_MEDIA_MAX = 2_000
export const ALBUM_PREVIEW = 4
export const ALBUM_REQUEST_MAX = 200
/** A request for an album lapses after this, and a refusal silences the next ones for as long. */
export const ALBUM_REQUEST_DAYS = 30
export const NOTE_MAX = 4_000
/** Photos that an account can have hidden in 24 hours by saying that it is on them. */
export const CLAIMS_PER_DAY = 3
/** Within how long the staff decides about such a photo. */
export const CLAIM_DECIDED_MS = 72 * 3_600_000
export const REPORT_MAX = 2_000
/** An account that no login uses this long is deleted, after letters this many days before. */
export const UNUSED_DAYS = 730
export const UNUSED_LETTER_DAYS = [30, 7] as const
/** Days in which a requested account deletion can be cancelled. */
export const DELETION_DAYS = 14
/** What is typed in a long form stays on its device this many days after it was last written. */
export const FORM_DRAFT_DAYS = 7
export const PLACE_SUGGESTIONS = 8

export const EVENT_TITLE_MAX = 100
export const EVENT_DESCRIPTION_MAX = 5_000
export const EVENT_PLACE_MAX = 200
/** Relations in one list, the latest; a search finds the others. */
export const RELATIONS_SHOWN = 2_000
/** Members per page of what the account shares. */
export const SHARING_PAGE = 500
export const PARTICIPANTS_MAX = 5_000
export const PARTICIPANTS_PAGE = 500
export const ORGANIZER_COMMENT_MAX = 1_000
/** How long an offered place is reserved. */
export const OFFER_HOURS = 24
export const NEWS_PAGE = 25
/** Degrees: the smallest box that the map accepts; smaller ones are widened. */
export const BBOX_MIN_DEG = 0.1
