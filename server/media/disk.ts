import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { newId } from '../tokens'
import { requireStorageKey, isKey, storageKeyOfPath, type Storage } from './storage'

async function* filesIn(root: string): AsyncGenerator<{ name: string; modifiedAt: number }> {
  const dir = await opendir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : Promise.reject(error),
  )
  for await (const entry of dir ?? []) {
    const path = join(entry.parentPath, entry.name)
    const known = entry.isFile() ? await stat(path).catch(() => null) : null
    if (known)
      yield { name: storageKeyOfPath(relative(root, path), sep), modifiedAt: known.mtimeMs }
  }
}

/**
 * Removes what writers that were killed left unfinished. `before`: ms since epoch, younger ones may
 * still be written.
 */
export const removeParts = async (root: string, before: number): Promise<void> => {
  for await (const { name, modifiedAt } of filesIn(root))
    if (name.endsWith('.part') && modifiedAt < before) await rm(join(root, name), { force: true })
}

/** Files in a folder, written atomically: temporary file, fsync, rename. */
export const diskStorage = (root: string): Storage => {
  const pathOf = (key: string): string => join(root, requireStorageKey(key))
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
      for await (const { name, modifiedAt } of filesIn(root))
        if (isKey(name)) yield { key: name, modifiedAt }
    },
    check: async () => {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}
