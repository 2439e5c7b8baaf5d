import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../../server/session/password/passwords'
import { isWeakPassword } from '../../../server/session/password/weak-passwords'

describe('hashes', () => {
  test('argon2id at 19 MiB, 2 passes, 1 lane; a salt of its own each time', async () => {
    const [a, b] = await Promise.all([
      hashPassword('trois-hiboux-sous-la-lune'),
      hashPassword('trois-hiboux-sous-la-lune'),
    ])
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(a).not.toBe(b)
    expect(await verifyPassword(a, 'trois-hiboux-sous-la-lune')).toBe(true)
    expect(await verifyPassword(a, 'trois-hiboux-sous-la-lun')).toBe(false)
  })

  test('the same word in two Unicode forms is the same password', async () => {
    expect(
      await verifyPassword(
        await hashPassword('la-bête-à-rêves'.normalize('NFD')),
        'la-bête-à-rêves'.normalize('NFC'),
      ),
    ).toBe(true)
  })

  test('without a stored hash it returns false after as much work', async () => {
    const stored = await hashPassword('trois-hiboux-sous-la-lune')
    // processor time of the whole process: what else runs on the machine does not count
    const spent = async (hash: string | null): Promise<number> => {
      const before = process.cpuUsage()
      for (let i = 0; i < 7; i++) expect(await verifyPassword(hash, 'faux')).toBe(false)
      return process.cpuUsage(before).user
    }
    const ratio = (await spent(null)) / (await spent(stored))
    // only checks that the work is not skipped
    expect(ratio).toBeGreaterThan(0.3)
  })

  test('concurrent calls queue, and beyond the queue fail with `too_many`', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, () => hashPassword('trois-hiboux-sous-la-lune')),
    )
    const refused = results.filter((r) => r.status === 'rejected')
    expect(refused.length).toBe(30)
    for (const r of refused) expect(r.reason).toMatchObject({ status: 429, retryAfterS: 2 })
    await expect(hashPassword('trois-hiboux-sous-la-lune')).resolves.toMatch(/^\$argon2id/)
  }, 60_000)
})

describe('common passwords', () => {
  const OWN = ['Connivence', 'camille.durand']
  test.each([
    '1234567890',
    '12345678901',
    '0612345678',
    '19900412199',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcdefghijkl',
    '9876543210',
    'azertyuiop',
    'AZERTYUIOP1',
    'qwertyuiop',
    'password123',
    'P@ssw0rd12',
    'passwordpassword',
    'motdepasse',
    'mot-de-passe',
    'MotDePasse2026!',
    'constitution1',
    'juin2026juin',
    'candaulisme',
    'L1bertine-2026',
    '2026juillet2026',
    'marseille13',
    'Catherine75',
    'connivence-2026',
    'avec-Connivence-toujours',
    'camille.durand-secret',
    'CAMILLE.DURAND99',
  ])('refused: %s', async (password) => {
    expect(await isWeakPassword(password, OWN)).toBe(true)
  })
  test.each([
    'trois-hiboux-sous-la-lune',
    'un-bon-mot-de-passe',
    'Kx7$mQ2!vb',
    'Zyqara et le vieux phare',
    'le8merleMoqueurChante',
    '‎пароль-из-слов-42',
    '日本の静かな夜の庭園',
  ])('accepted: %s', async (password) => {
    expect(await isWeakPassword(password, OWN)).toBe(false)
  })
  test('a part of one or two letters before the @ is ignored', async () => {
    expect(await isWeakPassword('trois-hiboux-sous-la-lune', ['a'])).toBe(false)
  })
})
