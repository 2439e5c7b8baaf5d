import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { newId } from '../../tokens'

const syncFolder = (dir: string): void => {
  // Windows opens no folder
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const write = (file: string, text: string, place: (part: string, file: string) => void): void => {
  const part = `${file}.${newId()}.part`
  try {
    const open = openSync(part, 'wx', 0o600)
    try {
      writeFileSync(open, text)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    place(part, file)
    syncFolder(dirname(file))
  } finally {
    rmSync(part, { force: true })
  }
}

/**
 * Writes a key that is on the disk, whole, when this returns: after a power cut, what was encrypted
 * with a key that was not there yet would be lost. Readable by this user only.
 */
export const replaceKeyFile = (file: string, text: string): void => write(file, text, renameSync)

/** Links, so that the first of two processes wins; some disks, as of shared folders, know no links. */
const linkOrRename = (part: string, file: string): void => {
  try {
    linkSync(part, file)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') throw error
    renameSync(part, file)
  }
}

/** The same, unless there is one. */
export const createKeyFile = (file: string, text: string): void => {
  try {
    write(file, text, linkOrRename)
  } catch (error) {
    // another process of the same folder made it first
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}
