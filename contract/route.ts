import type * as z from 'zod/mini'

/**
 * Required authentication: none, the refresh cookie, a signed-in user (perhaps without account), a
 * user with an account, or a login with a role and an unlocked desk (`operator`: that role).
 */
export type RouteAuth = 'none' | 'cookie' | 'user' | 'account' | 'staff' | 'operator'

export interface RouteShape {
  /** Stable name: operationId in OpenAPI and the row name in the access matrix. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path under /api, parameters as `:name`. */
  readonly path: string
  readonly auth: RouteAuth
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  /** Status of a successful reply; default 200. */
  readonly status?: number
  /** The body is multipart form data, read by the handler itself. */
  readonly multipart?: boolean
}

/**
 * Declares one API call; the same object serves, calls and documents it. Unused ones are
 * tree-shaken.
 */
/* @__NO_SIDE_EFFECTS__ */
export const route = <const R extends RouteShape>(shape: R): R => shape

type In<S> = S extends z.ZodMiniType ? z.input<S> : undefined
type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** Input of a call: only the parts that the route declares. */
export type RouteInput<R extends RouteShape> = (R extends { params: z.ZodMiniType }
  ? { params: In<R['params']> }
  : unknown) &
  (R extends { query: z.ZodMiniType } ? { query?: In<R['query']> } : unknown) &
  (R extends { body: z.ZodMiniType }
    ? undefined extends In<R['body']>
      ? { body?: In<R['body']> }
      : { body: In<R['body']> }
    : unknown)

/** Parsed input, as a handler receives it. */
export interface ParsedInput<R extends RouteShape> {
  readonly params: Out<R['params']>
  readonly query: Out<R['query']>
  readonly body: Out<R['body']>
}

/** The reply as the caller receives it. */
export type Reply<R extends RouteShape> = z.output<R['reply']>
/** The reply as a handler returns it, before the schema drops every field that it does not name. */
export type ReplyInput<R extends RouteShape> = z.input<R['reply']>

/** Fills `:name` in a route path; values are percent-encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
