// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { countNews } from '#contract/news'
import { call } from '../../../src/data/http/api'
import { apiBase } from '../../../src/data/http/api-base'

afterEach(() => {
  document.head.replaceChildren()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('CORE-139: the API is where the page says, else beside the app; where nobody says, a call fails in French', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{"unread":0}')
  })
  await call(countNews, {})
  const meta = Object.assign(document.createElement('meta'), {
    name: 'api-base',
    content: '/ailleurs/api/',
  })
  document.head.append(meta)
  await call(countNews, {})
  expect(asked).toEqual(['/api/news/unread', '/ailleurs/api/news/unread'])
  meta.remove()
  vi.stubEnv('BASE_URL', '')
  expect(() => apiBase()).toThrow('Aucune URL de backend disponible.')
  await expect(call(countNews, {})).rejects.toThrow('Aucune URL de backend disponible.')
  expect(asked).toHaveLength(2)
})
