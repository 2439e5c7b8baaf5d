import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { INTERESTS_MAX, interestName } from '#contract/push'
import type { Ctx } from '../context'
import { Fail, fail } from '../fail'
import { bearerToken } from '../plugins/auth'
import { createLimiter, type Limit } from '../plugins/limits'
import { allStorable } from '../plugins/serve'
import { bindDeviceByToken, changeInterests, registerDevice } from './devices'
import { mayCallEndpoint, readDeviceSubscription } from './endpoints'
import { readDeviceToken, type BeamsInstance, type Vapid } from './keys'
import { deleteDevice, findDevice, interestsOf } from './queries'

const REGISTER: Limit = { name: 'push-register', points: 30, perS: 600, by: 'ip' }
const ANY: Limit = { name: 'push-device', points: 600, perS: 60, by: 'ip' }

const registration = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(6000)),
  metadata: z.optional(z.object({ sdkVersion: z.optional(z.string().check(z.maxLength(40))) })),
})
const metadata = z.object({ sdkVersion: z.optional(z.string().check(z.maxLength(40))) })
const interestList = z.object({
  interests: z.array(interestName).check(z.maxLength(INTERESTS_MAX)),
})

const parse = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const parsed = z.safeParse(schema, allStorable(value))
  return parsed.success
    ? parsed.data
    : fail('invalid_payload', parsed.error.issues[0]?.path.join('.'))
}

interface Params {
  instance: string
  device: string
  interest: string
}
type Handler = (params: Params, request: FastifyRequest) => Promise<unknown>

type DefineCall = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  limit: Limit,
  handler: Handler,
) => void

const defineDeviceCalls = (
  on: DefineCall,
  ctx: Ctx,
  instance: BeamsInstance,
  vapid: Pick<Vapid, 'publicKey'>,
): void => {
  const known = async (id: string): Promise<string> =>
    (await findDevice(ctx.db, id))?.id ?? fail('not_found')

  on('GET', '/web-vapid-public-key', ANY, () =>
    Promise.resolve({ vapidPublicKey: vapid.publicKey }),
  )
  on('POST', '/devices/web', REGISTER, async (_params, request) => {
    const { token, metadata: meta } = parse(registration, request.body)
    const sub = readDeviceSubscription(token)
    if (typeof sub === 'string') return fail('invalid_payload', sub)
    if (!mayCallEndpoint(ctx.env, sub.endpoint)) fail('push_endpoint_refused')
    return { id: await registerDevice(ctx, sub, meta?.sdkVersion ?? null) }
  })
  // idempotent: the SDK stops only when this succeeds
  on('DELETE', '/devices/web/:device', ANY, ({ device }) => deleteDevice(ctx.db, device))
  on('PUT', '/devices/web/:device/metadata', ANY, async ({ device }, request) => {
    const { sdkVersion } = parse(metadata, request.body)
    await ctx.db
      .updateTable('push_devices')
      .set({ sdk_version: sdkVersion ?? null })
      .where('id', '=', await known(device))
      .execute()
  })
  on('PUT', '/devices/web/:device/user', ANY, async ({ device }, request) => {
    const token = bearerToken(request)
    await bindDeviceByToken(
      ctx,
      device,
      (token && (await readDeviceToken(ctx, instance, token))) || fail('unauthorized'),
    )
  })
  on('GET', '/devices/web/:device/interests', ANY, async ({ device }) => ({
    interests: await interestsOf(ctx.db, await known(device)),
    responseMetadata: {},
  }))
  on('PUT', '/devices/web/:device/interests', ANY, ({ device }, request) =>
    changeInterests(ctx, device, { set: parse(interestList, request.body).interests }),
  )
  on('DELETE', '/devices/web/:device/interests', ANY, ({ device }) =>
    changeInterests(ctx, device, { set: [] }),
  )
  on('GET', '/devices/web/:device/interests/:interest', ANY, async ({ device, interest }) =>
    (await interestsOf(ctx.db, await known(device))).includes(interest)
      ? { interest }
      : fail('not_found'),
  )
  for (const method of ['POST', 'PUT'] as const)
    on(method, '/devices/web/:device/interests/:interest', ANY, ({ device, interest }) =>
      changeInterests(ctx, device, { add: parse(interestName, interest) }),
    )
  on('DELETE', '/devices/web/:device/interests/:interest', ANY, ({ device, interest }) =>
    changeInterests(ctx, device, { remove: interest }),
  )
}

/**
 * The part of the Beams device API that the unmodified SDK calls, at the root of this origin. Calls
 * carry no session: the unguessable device id authorises them, and its account (bound by PUT …/user
 * with a token of ours) limits its interests. Failures are {error, description}, as the SDK reads
 * them.
 */
export const serveDeviceApi = (
  app: FastifyInstance,
  ctx: Ctx,
  instance: BeamsInstance,
  vapid: Pick<Vapid, 'publicKey'>,
): void => {
  const limiter = createLimiter(ctx)
  const refuse = (reply: FastifyReply, error: Fail): FastifyReply => {
    if (error.retryAfterS) reply.header('retry-after', error.retryAfterS)
    return reply.code(error.status).send({
      error: error.code,
      description:
        typeof error.details === 'string' ? `${error.message} (${error.details})` : error.message,
    })
  }
  const on: DefineCall = (method, path, limit, handler) =>
    void app.route({
      method,
      url: `/device_api/v1/instances/:instance${path}`,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        try {
          await limiter.check(limit, request)
          const params = allStorable(request.params) as Params
          if (params.instance !== instance.id) fail('not_found')
          return (await handler(params, request)) ?? {}
        } catch (error) {
          if (error instanceof Fail) return refuse(reply, error)
          throw error
        }
      },
    })
  defineDeviceCalls(on, ctx, instance, vapid)
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
    app.route({
      method,
      url: '/device_api/*',
      handler: (_request, reply) =>
        reply.code(404).send({ error: 'not_found', description: 'Not found' }),
    })
}

/** Receives display and open reports of the SDK worker; ignored. */
export const serveReports = (app: FastifyInstance): void =>
  void app.post('/reporting_api/v2/instances/:instance/events', { bodyLimit: 16_384 }, () => ({}))
