import { proxy } from 'valtio'

/** `failing`: the last reply of the server was a failure of its own (5xx). */
export const serverState = proxy({ failing: false })
