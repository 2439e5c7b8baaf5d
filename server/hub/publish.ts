import type { Member } from './channels'
import type { ChannelWithdrawal, Withdrawal } from './grants'
import type { ChannelsServer } from './server'
import type { Grant } from './sockets'

/** Realtime as rooms use it, whichever engine carries it. */
export interface Publisher {
  /**
   * Rejects when the engine did not accept the event. With `sessions`, only to the sockets for which
   * one of them signed the channel: what one login of a couple may see and the other may not.
   */
  publish(
    channels: readonly string[],
    event: string,
    data: unknown,
    exceptSocketId?: string,
    sessions?: readonly string[],
  ): void | Promise<void>
  /** False only when no subscriber exists for certain: the payload need not be built. */
  isHeard(channels: readonly string[]): boolean
  authorize(
    socketId: string,
    channel: string,
    presence?: Member,
    grant?: Grant,
  ): { auth: string; channel_data?: string } | Promise<{ auth: string; channel_data?: string }>
  withdraw(match: Withdrawal): void | Promise<void>
  withdrawAll(matches: readonly ChannelWithdrawal[]): void | Promise<void>
  /** The accounts with a socket; null: more than `max`, or not known. */
  listeners(max: number): ReadonlySet<string> | null
  /** The accounts that may follow this one's presence, or it theirs; null: not known. */
  presencePartners(accountId: string): ReadonlySet<string> | null
}

/** The embedded engine. */
export const localPublisher = (hub: ChannelsServer): Publisher => ({
  publish: hub.publish,
  isHeard: hub.isHeard,
  authorize: async (socketId, channel, presence, grant) => {
    const signed = hub.authorize(socketId, channel, presence, grant)
    // first the socket's process learns the owner, then the signature leaves: a later withdrawal
    // always finds it
    if (grant) await hub.share(socketId, channel, grant)
    return signed
  },
  withdraw: hub.withdraw,
  withdrawAll: hub.withdrawAll,
  listeners: hub.listeners,
  presencePartners: hub.presencePartners,
})
