import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../tokens'
import type { Storage } from './storage'

/** Keys are made by the server; anything else is a mistake of ours. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-z-]+$/

/** Files in a folder, written whole or not at all: temporary file, fsync, rename. */
export const diskStorage = (root: string): Storage => {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('bad storage key')
    return join(root, key)
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const part = `${path}.${newId()}.part`
      const file = await open(part, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(part, { force: true })
        throw error
      }
      await file.close()
      await rename(part, path)
    },
    get: async (key) => {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      return found ? { stream: createReadStream(path), size: found.size } : null
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    check: async () => {
      await mkdir(root, { recursive: true })
      await access(root)
    },
  }
}
