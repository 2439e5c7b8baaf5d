import { FetchSource } from 'pmtiles'
import { delay } from '../../lib/delay'

/** Waits before a range is requested again, ms: a tunnel, not an outage. */
const RETRY_MS = [1000, 4000, 10_000]

/**
 * Reads a file by ranges. A range that the network did not deliver is requested again, once the
 * file has been opened: until then whoever opens it has something else to draw.
 */
export class RangeSource extends FetchSource {
  isOpen = false
  override async getBytes(
    ...args: Parameters<FetchSource['getBytes']>
  ): ReturnType<FetchSource['getBytes']> {
    for (const ms of this.isOpen ? RETRY_MS : []) {
      try {
        return await super.getBytes(...args)
      } catch (error) {
        // `fetch` rejects with a TypeError when there is no network
        if (!(error instanceof TypeError)) throw error
        await delay(ms)
      }
    }
    return super.getBytes(...args)
  }
}
