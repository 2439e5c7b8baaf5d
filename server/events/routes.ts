import * as address from '#contract/events/address'
import * as after from '#contract/events/after'
import * as heldAnswers from '#contract/events/held-answers'
import * as balance from '#contract/events/balance'
import * as events from '#contract/events/events'
import * as participants from '#contract/events/participants'
import { checkInCode, entryList, recordCheckIns } from '#contract/events/check-in'
import {
  calendarFeed,
  currentCalendarFeed,
  endCalendarFeed,
  eventIcs,
  readCalendarFeed,
} from '#contract/events/calendar'
import * as reminders from '#contract/events/reminders'
import * as rides from '#contract/events/rides'
import { readEvent, UUID_PATTERN, type EventRole } from '../access/events'
import type { Ctx, Viewer } from '../context'
import type { Limit } from '../plugins/limits'
import type { Server } from '../plugins/serve'
import { readAfter, chooseReunion, setHomeSafe, setImpressions } from './after/after'
import {
  deleteFeed,
  exportEventIcs,
  createFeed,
  readFeed,
  renderCalendarFeed,
} from './calendar/calendar'
import {
  declineOrHold,
  participateOrHold,
  approveAnswer,
  changeTogether,
  takeBackAnswer,
  readTogether,
} from './participation/held-answers'
import { listCheckIns, checkInCodeFor, applyCheckInRecords } from './participation/check-in'
import { eventAudience, publishEventChanged } from './editing/changes'
import { changeEvent, duplicateAsDraft, makeEvent } from './editing/edit'
import { removeEvent } from './editing/removal'
import { readAddressViews, recordAddressView } from './editing/address-views'
import { cancelOwnEvent, setPublicationStatus } from './editing/publishing'
import { exportParticipantsCsv } from './participation/export'
import { listInvitableGroups, inviteMember, listInvitableRelations } from './participation/invites'
import { joinByCode, listOwnCodeRequests } from './participation/join'
import { acceptRules } from './participation/house-rules'
import { listGuestReplies } from './participation/questions'
import { refuseReminder, remindInvitedMembers } from './participation/remind'
import { reconfirmParticipation } from './participation/reconfirm'
import { listRides, offerRide, withdrawRide } from './participation/rides'
import { listCalendarEvents, listInvitedEvents, listSharedEvents } from './calendar/lists'
import { hideAddress, revealAddress } from './editing/location'
import { addOrganizer, coOrganizers, removeOrganizer } from './participation/organizers'
import { listParticipants } from './participation/list'
import { changeParticipant, setOwnHidden } from './participation/people'
import { presentCurrent, presentEvent, presentAfterLeaving } from './present'
import { publishBanner } from './conversations/conversations'
import { deleteOldBanners } from './editing/old-banner'
import { findConversation, startConversation } from './conversations/start'

const HOUR_S = 3600
/**
 * Event codes are short enough to guess, so attempts are limited: when joining, and when naming a
 * code for one's own event, where «déjà pris» reveals as much.
 */
const CODE: Limit = { name: 'event-code', points: 20, perS: HOUR_S, by: 'account' }
/** A copy is a new event as well. */
const CREATE: Limit = { name: 'create-event', points: 60, perS: HOUR_S, by: 'account' }
/** Each call notifies every participant. */
const PUBLISH: Limit = { name: 'publish', points: 60, perS: HOUR_S, by: 'account' }
const yes = (value: string | undefined): boolean => value === '1' || value === 'true'

/** A code of no event that the viewer may read is a guess, and counted as one. */
const readByRef = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  count: () => Promise<void>,
): Promise<EventRole> => {
  try {
    return await readEvent(ctx.db, viewer, ref)
  } catch (error) {
    if (!UUID_PATTERN.test(ref)) await count()
    throw error
  }
}

export const serveEvents = (server: Server, ctx: Ctx): void => {
  server.serve(events.listInvitedEvents, async ({ viewer, query }) => ({
    events: await listInvitedEvents(ctx, viewer, query.q, query.verified === '1'),
  }))
  server.serve(events.listMyEvents, async ({ viewer, query }) => ({
    events: await listCalendarEvents(ctx, viewer, query.q),
  }))
  server.serve(events.listRelationEvents, async ({ viewer, params }) => ({
    events: await listSharedEvents(ctx, viewer, params.id),
  }))
  server.serve(events.getEvent, async ({ viewer, params, count }) => ({
    event: await presentEvent(
      ctx,
      viewer,
      await readByRef(ctx, viewer, params.id, () => count(CODE)),
    ),
  }))
  server.serve(events.getEventBySlug, async ({ viewer, params, count }) => ({
    event: await presentEvent(
      ctx,
      viewer,
      await readByRef(ctx, viewer, params.slug, () => count(CODE)),
    ),
  }))
  server.serve(events.joinBySlug, {
    limits: [CODE],
    handler: ({ viewer, body }) => joinByCode(ctx, viewer, body.slug),
  })
  server.serve(events.participateInEvent, {
    // joining and leaving are lines of the discussion, past the limits of messages
    limits: [{ name: 'participate', points: 120, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params, body }) => {
      const { event, isHeld } = await participateOrHold(ctx, viewer, params.id, body)
      return {
        event: await presentAfterLeaving(ctx, viewer, event),
        ...(isHeld ? { held: true } : {}),
      }
    },
  })
  server.serve(events.leaveEvent, async ({ viewer, params }) => {
    const { event, isHeld } = await declineOrHold(ctx, viewer, params.id)
    return {
      event: await presentAfterLeaving(ctx, viewer, event),
      ...(isHeld ? { held: true } : {}),
    }
  })
  server.serve(events.revealLocation, {
    limits: [PUBLISH],
    handler: async ({ viewer, params }) => ({
      event: await revealAddress(ctx, viewer, params.id),
    }),
  })
  server.serve(events.hideLocation, async ({ viewer, params }) => ({
    event: await hideAddress(ctx, viewer, params.id),
  }))
  serveEditing(server, ctx)
  serveParticipants(server, ctx)
  serveAnswers(server, ctx)
  serveAddress(server, ctx)
  serveRides(server, ctx)
  serveOrganizerConversations(server, ctx)
  serveAfter(server, ctx)
  serveCheckIn(server, ctx)
  serveCalendar(server, ctx)
}

const serveEditing = (server: Server, ctx: Ctx): void => {
  server.serve(events.createEvent, {
    limits: [CREATE],
    handler: async ({ viewer, body, count }) => ({
      event: await makeEvent(ctx, viewer, body, () => count(CODE)),
    }),
  })
  server.serve(events.updateEvent, {
    limits: [{ name: 'change-event', points: 120, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params, body, count }) => ({
      event: await changeEvent(ctx, viewer, params.id, body, () => count(CODE)),
    }),
  })
  server.serve(events.deleteEvent, ({ viewer, params }) => removeEvent(ctx, viewer, params.id))
  server.serve(events.cancelEvent, async ({ viewer, params }) => ({
    event: await cancelOwnEvent(ctx, viewer, params.id),
  }))
  server.serve(events.duplicateEvent, {
    limits: [CREATE],
    handler: async ({ viewer, params, body }) => ({
      event: await duplicateAsDraft(ctx, viewer, params.id, body),
    }),
  })
  server.serve(events.publishEvent, {
    limits: [PUBLISH],
    handler: async ({ viewer, params, body }) => ({
      event: await setPublicationStatus(ctx, viewer, params.id, body.status),
    }),
  })
  ctx.bus.on('picture.changed', ({ kind, targetId, replaced }) => {
    if (kind !== 'event') return
    ctx.bus.later('banner', async () => {
      await deleteOldBanners(ctx, [replaced])
      publishEventChanged(ctx, targetId, await eventAudience(ctx, targetId))
      await publishBanner(ctx, targetId)
    })
  })
}

/** Answers that wait for both identities of an account. */
const serveAnswers = (server: Server, ctx: Ctx): void => {
  server.serve(heldAnswers.approveAnswer, {
    limits: [{ name: 'approve', points: 120, perS: 60, by: 'account' }],
    handler: ({ viewer, params, body }) => approveAnswer(ctx, viewer, params.id, body),
  })
  server.serve(heldAnswers.takeBackAnswer, ({ viewer, params }) =>
    takeBackAnswer(ctx, viewer, params.id),
  )
  server.serve(heldAnswers.listRequestsByCode, async ({ viewer }) => ({
    requests: await listOwnCodeRequests(ctx, viewer),
  }))
  server.serve(heldAnswers.getAnswersTogether, async ({ viewer }) => ({
    together: await readTogether(ctx.db, viewer.accountId),
  }))
  server.serve(heldAnswers.setAnswersTogether, async ({ viewer, body }) => ({
    together: await changeTogether(ctx, viewer, body),
  }))
}

const serveParticipants = (server: Server, ctx: Ctx): void => {
  server.serve(participants.listEventParticipants, ({ viewer, params, query }) =>
    listParticipants(ctx, viewer, params.id, query),
  )
  server.serve(participants.patchParticipant, async ({ viewer, params, body }) => ({
    participant: await changeParticipant(ctx, viewer, params.id, body),
  }))
  server.serve(participants.hideMyself, {
    // each change rewrites all that the member wrote there, for every reader
    limits: [{ name: 'event-hide', points: 30, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      participant: await setOwnHidden(ctx, viewer, params.id, body.is_hidden),
    }),
  })
  server.serve(participants.inviteToEvent, {
    limits: [{ name: 'event-invite', points: 300, perS: HOUR_S, by: 'account' }],
    handler: ({ viewer, params, body }) =>
      inviteMember(ctx, viewer, params.id, body.account_handle),
  })
  server.serve(balance.acceptEventRules, async ({ viewer, params, body }) => ({
    accepted_by: await acceptRules(ctx, viewer, params.id, body),
  }))
  server.serve(reminders.remindInvited, {
    limits: [{ name: 'event-remind', points: 30, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params }) => ({
      reminded: await remindInvitedMembers(ctx, viewer, params.id),
    }),
  })
  server.serve(reminders.refuseReminder, ({ viewer, params }) =>
    refuseReminder(ctx, viewer, params.id),
  )
  server.serve(reminders.reconfirm, async ({ viewer, params }) => ({
    event: await presentCurrent(ctx, viewer, await reconfirmParticipation(ctx, viewer, params.id)),
  }))
  server.serve(balance.listReplies, ({ viewer, params }) =>
    listGuestReplies(ctx, viewer, params.id),
  )
  server.serve(participants.listCoOrganizers, async ({ viewer, params }) => ({
    co_organizers: await coOrganizers(ctx, viewer, params.id),
  }))
  server.serve(participants.addCoOrganizer, {
    // a role, and its end, are lines of the discussion as well
    limits: [{ name: 'event-team', points: 60, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      co_organizers: await addOrganizer(ctx, viewer, params.id, body.account_id),
    }),
  })
  server.serve(participants.removeCoOrganizer, ({ viewer, params }) =>
    removeOrganizer(ctx, viewer, params.id, params.accountId),
  )
  server.serve(participants.listEventRelations, async ({ viewer, params, query }) => ({
    relations: await listInvitableRelations(ctx, viewer, params.id, query.q),
  }))
  server.serve(participants.listEventGroups, async ({ viewer, params, query }) => {
    await readEvent(ctx.db, viewer, params.id)
    return { groups: await listInvitableGroups(ctx, viewer, query.q) }
  })
}

const serveAddress = (server: Server, ctx: Ctx): void => {
  server.serve(address.addressSeen, ({ viewer, params }) =>
    recordAddressView(ctx, viewer, params.id),
  )
  server.serve(address.listAddressViews, ({ viewer, params }) =>
    readAddressViews(ctx, viewer, params.id),
  )
}

const serveRides = (server: Server, ctx: Ctx): void => {
  server.serve(rides.listRides, async ({ viewer, params }) => ({
    rides: await listRides(ctx, viewer, params.id),
  }))
  server.serve(rides.offerRide, {
    limits: [{ name: 'event-ride', points: 60, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      rides: await offerRide(ctx, viewer, params.id, body),
    }),
  })
  server.serve(rides.withdrawRide, ({ viewer, params }) => withdrawRide(ctx, viewer, params.id))
}

const serveOrganizerConversations = (server: Server, ctx: Ctx): void => {
  server.serve(participants.startEventConversation, {
    limits: [{ name: 'event-talk', points: 60, perS: HOUR_S, by: 'account' }],
    handler: ({ viewer, params, body }) =>
      startConversation(ctx, viewer, params.id, body.participant_id),
  })
  server.serve(participants.checkEventConversation, ({ viewer, params }) =>
    findConversation(ctx, viewer, params.id, params.participantId),
  )
  server.serve(participants.checkOrganizersConversation, ({ viewer, params }) =>
    findConversation(ctx, viewer, params.id, null),
  )
}

const serveAfter = (server: Server, ctx: Ctx): void => {
  server.serve(after.getAfter, ({ viewer, params }) => readAfter(ctx, viewer, params.id))
  server.serve(after.sayHome, ({ viewer, params, body }) =>
    setHomeSafe(ctx, viewer, params.id, body.home),
  )
  server.serve(after.sayImpressions, {
    limits: [{ name: 'impressions', points: 60, perS: HOUR_S, by: 'account' }],
    handler: ({ viewer, params, body }) => setImpressions(ctx, viewer, params.id, body.impressions),
  })
  server.serve(after.chooseAgain, {
    limits: [{ name: 'choose-again', points: 600, perS: HOUR_S, by: 'account' }],
    handler: ({ viewer, params, body }) => chooseReunion(ctx, viewer, params.id, body),
  })
}

const serveCheckIn = (server: Server, ctx: Ctx): void => {
  server.serve(checkInCode, async ({ viewer, params }) => ({
    code: await checkInCodeFor(ctx, viewer, params.id),
  }))
  server.serve(entryList, ({ viewer, params, query }) =>
    listCheckIns(ctx, viewer, params.id, query),
  )
  server.serve(recordCheckIns, async ({ viewer, params, body }) => ({
    results: await applyCheckInRecords(ctx, viewer, params.id, body.entries),
  }))
  server.serve(participants.participantsCsv, async ({ viewer, params, reply }) => {
    const { name, text } = await exportParticipantsCsv(ctx, viewer, params.id)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
    return text
  })
}

const serveCalendar = (server: Server, ctx: Ctx): void => {
  const calendarType = 'text/calendar; charset=utf-8'
  server.serve(eventIcs, async ({ viewer, params, query, reply }) => {
    reply.type(calendarType).header('content-disposition', 'attachment; filename="sortie.ics"')
    return exportEventIcs(ctx, viewer, params.id, yes(query.discreet))
  })
  server.serve(currentCalendarFeed, ({ viewer }) => readFeed(ctx, viewer))
  server.serve(calendarFeed, {
    limits: [{ name: 'calendar-feed', points: 20, perS: HOUR_S, by: 'account' }],
    handler: async ({ viewer, body }) => ({ url: await createFeed(ctx, viewer, body.discreet) }),
  })
  server.serve(endCalendarFeed, ({ viewer }) => deleteFeed(ctx, viewer))
  server.serve(readCalendarFeed, {
    limits: [{ name: 'read-calendar', points: 120, perS: HOUR_S, by: 'ip' }],
    handler: async ({ params, reply }) => {
      reply.type(calendarType)
      return renderCalendarFeed(ctx, params.token)
    },
  })
}
