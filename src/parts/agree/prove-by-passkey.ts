import { askIdentityPasskey, proveByPasskey } from '#contract/profile/identity-passkeys'
import { TICKET_PREFIX } from '#contract/profile/agreement-code'
import { call } from '../../data/http/api'
import { signWithPasskey } from '../member/passkey'

/** Whether the field of a code holds the ticket for the use of a passkey. */
export const isPasskeyTicket = (value: string): boolean => value.startsWith(`${TICKET_PREFIX}.`)

/**
 * A ticket for the use of a passkey of this person: good for two minutes in place of the code.
 * Rejects with PasskeyCancelled, ApiError.
 */
export const requestPasskeyTicket = async (identity_id: string): Promise<string> => {
  const { options } = await call(askIdentityPasskey, { body: { identity_id } })
  const credential = await signWithPasskey(options)
  return (await call(proveByPasskey, { body: { identity_id, credential } })).proof
}
