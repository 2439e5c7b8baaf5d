/** Scale 1 to 6; x and y in px move the picture from its centred place. `tap` is the last single tap (ms, px). */
export type ZoomPan = {
  scale: number
  x: number
  y: number
  tap: { at: number; x: number; y: number } | null
}

/** Points are in px from the centre of the frame. */
export type ZoomAction =
  | { kind: 'wheel'; up: boolean; x: number; y: number }
  | { kind: 'by'; factor: number; x: number; y: number }
  | { kind: 'tap'; at: number; x: number; y: number }
  | { kind: 'double'; x: number; y: number }
  | { kind: 'pan'; dx: number; dy: number }
  | { kind: 'reset' }
export type Size = { width: number; height: number }
/** In px, the picture’s before zooming; it is centred in the frame. Both bound the pan. */
export type Sizes = { frame: Size; picture: Size }

const MIN = 1
const MAX = 6
const WHEEL_IN = 1.1
const WHEEL_OUT = 0.9
const DOUBLE_TAP_SCALE = 2.2
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 40

export const ZOOM_START: ZoomPan = { scale: 1, x: 0, y: 0, tap: null }

/** Zooms to `scale` so that the point under (x, y) stays there, within the bounds. */
function zoomTo(state: ZoomPan, scale: number, x: number, y: number, sizes: Sizes): ZoomPan {
  const next = Math.min(MAX, Math.max(MIN, scale))
  const ratio = next / state.scale
  return bound(
    { scale: next, x: x - (x - state.x) * ratio, y: y - (y - state.y) * ratio, tap: null },
    sizes,
  )
}

/** An edge of the picture never comes inside the frame; a side that is shorter than the frame’s stays in the middle. */
function bound(state: ZoomPan, { frame, picture }: Sizes): ZoomPan {
  const keep = (value: number, side: 'width' | 'height'): number => {
    const most = Math.max(0, (picture[side] * state.scale - frame[side]) / 2)
    return Math.min(most, Math.max(-most, value)) + 0 // + 0: never -0
  }
  return { ...state, x: keep(state.x, 'width'), y: keep(state.y, 'height') }
}

/** What a gesture makes of the view. Pure, so that the gestures of viewer and editor can be tested without a page. */
export function zoomPanReducer(state: ZoomPan, action: ZoomAction, sizes: Sizes): ZoomPan {
  switch (action.kind) {
    case 'wheel':
      return zoomTo(
        state,
        state.scale * (action.up ? WHEEL_IN : WHEEL_OUT),
        action.x,
        action.y,
        sizes,
      )
    case 'by':
      return zoomTo(state, state.scale * action.factor, action.x, action.y, sizes)
    case 'double':
      return zoomTo(state, state.scale > 1 ? 1 : DOUBLE_TAP_SCALE, action.x, action.y, sizes)
    case 'tap': {
      const { tap } = state
      const twice =
        tap &&
        action.at - tap.at <= DOUBLE_TAP_MS &&
        Math.hypot(action.x - tap.x, action.y - tap.y) < DOUBLE_TAP_PX
      if (twice) return zoomPanReducer(state, { kind: 'double', x: action.x, y: action.y }, sizes)
      return { ...state, tap: { at: action.at, x: action.x, y: action.y } }
    }
    case 'pan':
      return state.scale === 1
        ? state
        : bound({ ...state, x: state.x + action.dx, y: state.y + action.dy, tap: null }, sizes)
    case 'reset':
      return ZOOM_START
  }
}
