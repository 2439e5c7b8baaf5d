import { describe, expect, test } from 'vitest'
import { decideRoute } from '../../../src/app/routes/guard'
import { isActive, isPublicPath } from '../../../src/app/shell/nav'
import { loginPath, safeRedirect } from '../../../src/app/routes/redirect'

describe('navigation', () => {
  test('CORE-011: an entry is active on its path and below it, not on a path that shares its beginning', () => {
    expect(isActive('/events', '/events')).toBe(true)
    expect(isActive('/events', '/events/x')).toBe(true)
    expect(isActive('/events', '/eventsx')).toBe(false)
    expect(isActive('/news', '/newsletter')).toBe(false)
  })
  test('CORE-012: on the desktop side bar /profile is active for what begins with it, unless the path holds /conversations', () => {
    expect(isActive('/profile', '/profile/7', true)).toBe(true)
    expect(isActive('/profile', '/profilex', true)).toBe(true)
    expect(isActive('/profile', '/profilex', false)).toBe(false)
    expect(isActive('/profile', '/profile/7/conversations', true)).toBe(false)
    expect(isActive('/profile', '/profile/7/conversations', false)).toBe(true)
  })
})

describe('guard', () => {
  test('MSG-007: public routes show signed out, private ones lead to login', () => {
    for (const path of [
      '/',
      '/login',
      '/register',
      '/verify-email',
      '/waiting-for-email-verification',
      '/join/abc',
      '/forgot-password',
      '/reset-password',
    ]) {
      expect(isPublicPath(path)).toBe(true)
      expect(decideRoute(path, 'signed-out')).toBe('show')
    }
  })
  test('MSG-009: the routes that need a session lead to login without one', () => {
    for (const path of [
      '/conversations',
      '/conversations/1',
      '/profile',
      '/profile/1',
      '/connection',
      '/albums',
      '/news',
      '/settings',
      '/feedback',
      '/radar',
      '/events',
      '/events/1/edit',
      '/events/1',
    ]) {
      expect(isPublicPath(path), path).toBe(false)
      expect([decideRoute(path, 'signed-out'), decideRoute(path, 'signed-in')], path).toEqual([
        'login',
        'show',
      ])
    }
  })
  test('MSG-012: a token without account leads to onboarding', () => {
    expect(decideRoute('/news', 'no-account')).toBe('onboarding')
    expect(decideRoute('/login', 'no-account')).toBe('onboarding')
    expect(decideRoute('/onboarding', 'no-account')).toBe('show')
    expect(decideRoute('/join/abc', 'no-account')).toBe('show')
  })
  test('MSG-013: nothing is decided while the session is being found out', () => {
    for (const path of ['/', '/news', '/join/abc'])
      expect(decideRoute(path, 'starting')).toBe('wait')
  })
  test('MSG-015: signed in, a public route lands elsewhere; links of mails and invitations stay', () => {
    expect(decideRoute('/', 'signed-in')).toBe('land')
    expect(decideRoute('/register', 'signed-in')).toBe('land')
    expect(decideRoute('/onboarding', 'signed-in')).toBe('land')
    expect(decideRoute('/join/abc', 'signed-in')).toBe('show')
    expect(decideRoute('/reset-password', 'signed-in')).toBe('show')
  })
})

describe('redirect', () => {
  const origin = 'https://connivence.test'
  test('MSG-011: the way back keeps path, query and hash', () => {
    expect(loginPath('/events?eventId=x#y')).toBe('/login?redirect=%2Fevents%3FeventId%3Dx%23y')
    expect(safeRedirect('/events?eventId=x#y', origin)).toBe('/events?eventId=x#y')
  })
  test('nothing leads out of the app', () => {
    for (const evil of [
      '//evil',
      '/\\evil',
      'https:evil',
      'https://evil',
      'javascript:alert(1)',
      '/%2f%2fevil',
      '/%2F/evil',
      '/%5cevil',
      '/%252f%252fevil',
      '/\tevil',
      '\u0000/x',
      '',
      null,
      undefined,
      'news',
    ])
      expect(safeRedirect(evil, origin), String(evil)).toBeNull()
  })
})
