import * as z from 'zod/mini'
import { idParams, ok } from '../common'
import { route } from '../route'

export const eventIcs = route({
  id: 'eventIcs',
  method: 'GET',
  path: '/events/:id/event.ics',
  auth: 'account',
  summary: 'One event as iCalendar; with the precise address if the caller may know it',
  params: idParams,
  query: z.object({ discreet: z.optional(z.string().check(z.maxLength(5))) }),
  reply: z.unknown(),
})
export const currentCalendarFeed = route({
  id: 'currentCalendarFeed',
  method: 'GET',
  path: '/events/calendar-feed',
  auth: 'account',
  summary:
    'Whether the caller’s private calendar address exists and is discreet; never the address',
  reply: z.object({ feed: z.nullable(z.object({ discreet: z.boolean() })) }),
})
export const calendarFeed = route({
  id: 'calendarFeed',
  method: 'POST',
  path: '/events/calendar-feed',
  auth: 'account',
  summary: 'Creates the caller’s private calendar address; replaces the previous one',
  body: z.object({ discreet: z.boolean() }),
  reply: z.object({ url: z.string() }),
})
export const endCalendarFeed = route({
  id: 'endCalendarFeed',
  method: 'DELETE',
  path: '/events/calendar-feed',
  auth: 'account',
  summary: 'Revokes the private calendar address',
  reply: ok,
})
export const readCalendarFeed = route({
  id: 'readCalendarFeed',
  method: 'GET',
  path: '/calendar/:token',
  auth: 'none',
  summary: 'The calendar feed: no names, no precise address',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.unknown(),
})
