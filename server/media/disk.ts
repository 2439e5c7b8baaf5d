import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { newId } from '../tokens'
import { checkKey, type Storage } from './storage'

/** Files in a folder, written atomically: temporary file, fsync, rename. */
export const diskStorage = (root: string): Storage => {
  const pathOf = (key: string): string => join(root, checkKey(key))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const part = `${path}.${newId()}.part`
      const file = await open(part, 'wx')
      try {
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    get: async (key) => {
      // opened first: a file that is deleted meanwhile is still read to its end
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : Promise.reject(error),
      )
      return file ? { stream: file.createReadStream(), size: (await file.stat()).size } : null
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    list: async function* () {
      const dir = await opendir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : Promise.reject(error),
      )
      for await (const entry of dir ?? []) {
        const path = join(entry.parentPath, entry.name)
        const known = entry.isFile() ? await stat(path).catch(() => null) : null
        if (known) yield { key: relative(root, path), modifiedAt: known.mtimeMs }
      }
    },
    check: async () => {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}
