import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let speed: typeof import('../../../src/data/media/upload-speed')
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('navigator', {})
  speed = await import('../../../src/data/media/upload-speed')
})
afterEach(() => vi.unstubAllGlobals())
const MB = 1_000_000

test('nothing measured: photos are sent in full', () => {
  expect(speed.savesData()).toBe(false)
})

test('a slow upload makes the next photos small, a fast line makes them whole again', () => {
  speed.recordUploadSpeed(MB, 8_000, 0)
  expect(speed.savesData(1_000)).toBe(true)
  speed.recordUploadSpeed(MB, 500, 2_000)
  expect(speed.savesData(3_000)).toBe(false)
})

test('one slow moment among fast ones changes nothing, a small upload tells nothing, an old measure neither', () => {
  speed.recordUploadSpeed(MB, 500, 0)
  speed.recordUploadSpeed(MB, 8_000, 1_000)
  expect(speed.savesData(2_000)).toBe(false)
  speed.recordUploadSpeed(10_000, 5_000, 3_000)
  expect(speed.savesData(4_000)).toBe(false)
  speed.recordUploadSpeed(MB, 20_000, 11 * 60_000)
  expect(speed.savesData(11 * 60_000 + 1)).toBe(true)
  expect(speed.savesData(22 * 60_000)).toBe(false)
})

test('a browser that asks to save data is heard', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  expect(speed.savesData()).toBe(true)
})
