/** Scale 1 to 6; x and y in px move the picture from its centred place. `tap` is the last single tap (ms, px). */
export type ZoomPan = {
  scale: number
  x: number
  y: number
  tap: { at: number; x: number; y: number } | null
}

/** Points are in px from the centre of the frame. `frame` is its size in px: it bounds the pan. */
export type ZoomAction =
  | { kind: 'wheel'; up: boolean; x: number; y: number }
  | { kind: 'by'; factor: number; x: number; y: number }
  | { kind: 'tap'; at: number; x: number; y: number }
  | { kind: 'double'; x: number; y: number }
  | { kind: 'pan'; dx: number; dy: number }
  | { kind: 'reset' }
export type Frame = { width: number; height: number }

const MIN = 1
const MAX = 6
const WHEEL_IN = 1.1
const WHEEL_OUT = 0.9
const DOUBLE_TAP_SCALE = 2.2
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 40

export const ZOOM_START: ZoomPan = { scale: 1, x: 0, y: 0, tap: null }

/** Zooms to `scale` so that the point under (x, y) stays there, within the bounds. */
function zoomTo(state: ZoomPan, scale: number, x: number, y: number, frame: Frame): ZoomPan {
  const next = Math.min(MAX, Math.max(MIN, scale))
  const ratio = next / state.scale
  return bound(
    { scale: next, x: x - (x - state.x) * ratio, y: y - (y - state.y) * ratio, tap: null },
    frame,
  )
}

/** The picture never leaves its frame: at scale s it may move by half of what sticks out. */
function bound(state: ZoomPan, frame: Frame): ZoomPan {
  const limit = (side: number): number => (side * (state.scale - 1)) / 2
  const keep = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) + 0 // + 0: never -0
  return { ...state, x: keep(state.x, limit(frame.width)), y: keep(state.y, limit(frame.height)) }
}

/** What a gesture makes of the view. Pure, so that the gestures of viewer and editor can be tested without a page. */
export function zoomPan(state: ZoomPan, action: ZoomAction, frame: Frame): ZoomPan {
  switch (action.kind) {
    case 'wheel':
      return zoomTo(
        state,
        state.scale * (action.up ? WHEEL_IN : WHEEL_OUT),
        action.x,
        action.y,
        frame,
      )
    case 'by':
      return zoomTo(state, state.scale * action.factor, action.x, action.y, frame)
    case 'double':
      return zoomTo(state, state.scale > 1 ? 1 : DOUBLE_TAP_SCALE, action.x, action.y, frame)
    case 'tap': {
      const { tap } = state
      const twice =
        tap &&
        action.at - tap.at <= DOUBLE_TAP_MS &&
        Math.hypot(action.x - tap.x, action.y - tap.y) < DOUBLE_TAP_PX
      if (twice) return zoomPan(state, { kind: 'double', x: action.x, y: action.y }, frame)
      return { ...state, tap: { at: action.at, x: action.x, y: action.y } }
    }
    case 'pan':
      return state.scale === 1
        ? state
        : bound({ ...state, x: state.x + action.dx, y: state.y + action.dy, tap: null }, frame)
    case 'reset':
      return ZOOM_START
  }
}
