// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { proxy } from 'valtio'
import { afterEach, describe, expect, test, vi } from 'vitest'

const ID = '0198c0de-0000-7000-8000-000000000001'
const OTHER = '0198c0de-0000-7000-8000-000000000002'

describe('useSignedUrl', () => {
  afterEach(cleanup)
  test('a row that is used again for another picture never shows the last one’s; a known link is there at once', async () => {
    const link = vi.fn((id: string) =>
      Promise.resolve({ url: `/signed/${id}`, expiresAt: Date.now() + 60_000 }),
    )
    vi.doMock('../../../../src/data/hub/hub', () => ({
      hub: () => ({ link, dropLinks: () => Promise.resolve() }),
      onLinksDropped: () => () => undefined,
    }))
    const { useSignedUrl } = await import('../../../../src/data/media/media-urls')
    const shown: string[] = []
    const Row = ({ media }: { media: string }) => {
      const { state, url } = useSignedUrl(media)
      shown.push(`${media.at(-1)}:${url ?? state}`)
      return <p>{url ?? state}</p>
    }
    const { rerender, unmount } = render(<Row media={ID} />)
    await act(async () => undefined)
    expect(screen.getByText(`/signed/${ID}`)).toBeTruthy()
    rerender(<Row media={OTHER} />)
    await act(async () => undefined)
    expect(screen.getByText(`/signed/${OTHER}`)).toBeTruthy()
    expect(shown.filter((s) => s === `2:/signed/${ID}`)).toEqual([])
    unmount()
    shown.length = 0
    render(<Row media={ID} />)
    expect(shown[0]).toBe(`1:/signed/${ID}`)
    expect(link).toHaveBeenCalledTimes(2)
  })

  test('CORE-086: every picture of the page is asked for again when the token changes', async () => {
    vi.resetModules()
    const asked: string[] = []
    vi.doMock('../../../../src/data/hub/hub', () => ({
      hub: () => ({
        link: (id: string) => {
          asked.push(id)
          return Promise.resolve({
            url: `/signed/${asked.length}`,
            expiresAt: Date.now() + 60_000,
          })
        },
      }),
      onLinksDropped: () => () => undefined,
    }))
    const { useSignedUrl } = await import('../../../../src/data/media/media-urls')
    const { emitSession } = await import('../../../../src/data/session/state')
    const Row = () => <p>{useSignedUrl(ID).url}</p>
    render(<Row />)
    await act(async () => undefined)
    expect(screen.getByText('/signed/1')).toBeTruthy()
    await act(async () => emitSession('identity'))
    expect(asked).toHaveLength(1)
    await act(async () => emitSession('token'))
    expect(asked).toHaveLength(2)
    expect(screen.getByText('/signed/2')).toBeTruthy()
    // a link of the token before is not taken up again
    cleanup()
    await act(async () => emitSession('token'))
    render(<Row />)
    expect(screen.queryByText(/signed/)).toBeNull()
    await act(async () => undefined)
    expect(screen.getByText('/signed/3')).toBeTruthy()
  })

  test('CORE-155 CORE-180 CORE-193: the picture of a member is asked for four times, then the initials stay on their colours', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    let asked = 0
    vi.doMock('../../../../src/data/hub/hub', () => ({
      hub: () => ({
        link: () => {
          asked += 1
          return Promise.reject(new Error('HTTP 500'))
        },
      }),
      hubState: proxy({ connection: 'connected' }),
      onLinksDropped: () => () => undefined,
    }))
    const { AccountAvatar } = await import('../../../../src/parts/member/avatar')
    render(
      <AccountAvatar
        account={{ account_handle: 'Jean Paul', avatar_url: ID, identities: [] }}
        label="Jean Paul"
      />,
    )
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    expect(asked).toBe(4)
    const avatar = screen.getByRole('img', { name: 'Jean Paul' })
    expect([avatar.textContent, avatar.querySelector('img')]).toEqual(['JP', null])
    for (const end of ['--from', '--to'])
      expect(avatar.style.getPropertyValue(end)).toMatch(/^(#|oklch|rgb)/)
  })

  test('the picture of a member is not loaded again when its link or the token changes; a dropped one goes', async () => {
    vi.resetModules()
    let asked = 0
    let drop: (ids: readonly string[]) => void = () => undefined
    let refused = false
    vi.doMock('../../../../src/data/hub/hub', () => ({
      hub: () => ({
        link: () =>
          Promise.resolve(
            refused ? null : { url: `/signed/${(asked += 1)}`, expiresAt: Date.now() + 60_000 },
          ),
      }),
      hubState: proxy({ connection: 'connected' }),
      onLinksDropped: (fn: typeof drop) => {
        drop = fn
        return () => undefined
      },
    }))
    const { NamedAvatar } = await import('../../../../src/parts/member/avatar')
    const { emitSession } = await import('../../../../src/data/session/state')
    const { container, rerender } = render(<NamedAvatar name="Jean Paul" avatar={ID} />)
    const src = () => container.querySelector('img')?.getAttribute('src')
    await act(async () => undefined)
    expect(src()).toBe('/signed/1')
    await act(async () => emitSession('token'))
    expect(asked).toBe(2)
    expect(src()).toBe('/signed/1')
    rerender(<NamedAvatar name="Jean Paul" avatar={OTHER} />)
    await act(async () => undefined)
    expect(src()).toBe('/signed/3')
    refused = true
    await act(async () => drop([OTHER]))
    expect(src()).toBeUndefined()
  })
})
