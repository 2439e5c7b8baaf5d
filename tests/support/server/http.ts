import { createHash } from 'node:crypto'

export interface Session {
  readonly token: string
  readonly accountId: string
  readonly identityIds: readonly string[]
}
export interface Http {
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }>
  delete(path: string): Promise<{ status: number }>
  put<T = Record<string, unknown>>(
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: T }>
  patch<T = Record<string, unknown>>(
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: T }>
  get<T = Record<string, unknown>>(path: string): Promise<{ status: number; body: T }>
  delete(path: string): Promise<{ status: number }>
}

/** A plain HTTP client of a running server. Rejects on network failures. */
export const http = (base: string, token?: string, identity?: string): Http => {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(identity ? { 'x-active-identity': identity } : {}),
  }
  const read = async (response: Response) => ({
    status: response.status,
    body: (await response.json().catch(() => ({}))) as never,
  })
  const send = async (method: 'PUT' | 'PATCH', path: string, body: unknown) =>
    read(
      await fetch(`${base}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return {
    get: async (path) => read(await fetch(`${base}${path}`, { headers })),
    delete: async (path) => read(await fetch(`${base}${path}`, { method: 'DELETE', headers })),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    post: async (path, body) =>
      read(
        await fetch(`${base}${path}`, {
          method: 'POST',
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  }
}

/** Signs in with a demonstration login. */
export const login = async (
  base: string,
  email: string,
  password = 'connivence-demo',
): Promise<Session> => {
  const answer = await http(base).post<{ token: string; accountId: string }>('/api/auth/login', {
    email,
    password,
  })
  if (answer.status !== 200)
    throw new Error(`login ${email}: ${answer.status} ${JSON.stringify(answer.body)}`)
  const me = await http(base, answer.body.token).get<{ account: { identities: { id: string }[] } }>(
    '/api/auth/me',
  )
  return {
    token: answer.body.token,
    accountId: answer.body.accountId,
    identityIds: me.body.account.identities.map((i) => i.id),
  }
}

/** A UUID derived from a text: the same client_msg_id at every retry. */
export const uuidOf = (text: string): string => {
  const h = createHash('sha256').update(text).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
