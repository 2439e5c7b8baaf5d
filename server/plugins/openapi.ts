import * as z from 'zod/mini'
import { failure } from '#contract/common'
import type { RouteShape } from '#contract/route'

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}

/** Calls are grouped by the first part of their path. */
const groupOf = (route: RouteShape): string => route.path.split('/')[1] ?? ''

const parametersOf = (route: RouteShape): unknown[] => {
  const list = (schema: z.ZodMiniType | undefined, where: 'path' | 'query'): unknown[] => {
    if (!schema) return []
    const json = schemaOf(schema, 'input') as {
      properties?: Record<string, unknown>
      required?: string[]
    }
    return Object.entries(json.properties ?? {}).map(([name, s]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required ?? []).includes(name),
      schema: s,
    }))
  }
  return [...list(route.params, 'path'), ...list(route.query, 'query')]
}

/** OpenAPI 3.1 of the served routes, from the same declarations that serve them. */
export const buildOpenApi = (
  routes: readonly RouteShape[],
  title: string,
  version: string,
): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `/api${route.path.replace(/:([a-zA-Z_]+)/g, '{$1}')}`
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = {
      operationId: route.id,
      tags: [groupOf(route)],
      summary: route.summary,
      parameters: parametersOf(route),
      security:
        route.auth === 'none'
          ? []
          : route.auth === 'cookie'
            ? [{ refreshCookie: [] }]
            : [{ bearer: [] }],
      ...(route.body
        ? {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
            },
          }
        : {}),
      ...(route.multipart
        ? {
            requestBody: {
              required: true,
              content: {
                'multipart/form-data': {
                  schema: {
                    type: 'object',
                    properties: { files: { type: 'string', format: 'binary' } },
                    required: ['files'],
                  },
                },
              },
            },
          }
        : {}),
      responses: {
        [route.status ?? 200]: {
          description: 'OK',
          ...(route.status === 204
            ? {}
            : { content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } }),
        },
        default: {
          description: 'Échec',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'refresh' },
      },
    },
  }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The same list as a page without script: calls by group, schemas collapsed. */
export const docsPage = (routes: readonly RouteShape[], title: string): string => {
  const groups = [...new Set(routes.map(groupOf))]
  const one = (r: RouteShape): string => {
    const part = (
      name: string,
      schema: z.ZodMiniType | undefined,
      io: 'input' | 'output',
    ): string =>
      schema
        ? `<h4>${name}</h4><pre>${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</pre>`
        : ''
    return `<details id="${r.id}"><summary><b>${r.method}</b> <code>/api${escapeHtml(r.path)}</code> — ${escapeHtml(r.summary)} <small>(${r.auth})</small></summary>${part('params', r.params, 'input')}${part('query', r.query, 'input')}${part('body', r.body, 'input')}${part('reply', r.reply, 'output')}</details>`
  }
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · API</title><link rel="stylesheet" href="/docs.css"><main><h1>${escapeHtml(title)} · API</h1><p><a href="/api/openapi.json">openapi.json</a></p>${groups
    .map(
      (group) =>
        `<h2>${escapeHtml(group)}</h2>${routes
          .filter((r) => groupOf(r) === group)
          .map(one)
          .join('')}`,
    )
    .join('')}</main></html>`
}
