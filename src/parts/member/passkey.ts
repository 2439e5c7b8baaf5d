type Json = Readonly<Record<string, unknown>>
/** Nothing went wrong that is worth a sentence: the person closed the browser's own window, or let it run out. */
export class PasskeyCancelled extends Error {}
/** This device has one for this account already. */
export class PasskeyKnown extends Error {}

export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && isSecureContext

const bytes = (text: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(String(text).replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const coded = (buffer: ArrayBuffer | null | undefined): string =>
  buffer
    ? btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '')
    : ''
const withIds = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as readonly PublicKeyCredentialDescriptor[]).map((c) => ({ ...c, id: bytes(c.id) }))

// the platform's own JSON forms are younger than passkeys themselves (Safari 18.4, Chrome 129)
const readCreation = (o: Json): PublicKeyCredentialCreationOptions =>
  PublicKeyCredential.parseCreationOptionsFromJSON?.(o as never) ??
  ({
    ...o,
    challenge: bytes(o['challenge']),
    user: { ...(o['user'] as object), id: bytes((o['user'] as { id: string }).id) },
    excludeCredentials: withIds(o['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions)
const readRequest = (o: Json): PublicKeyCredentialRequestOptions =>
  PublicKeyCredential.parseRequestOptionsFromJSON?.(o as never) ?? {
    ...o,
    challenge: bytes(o['challenge']),
    allowCredentials: withIds(o['allowCredentials']),
  }

const asked = async (work: Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await work
    if (credential) return credential as PublicKeyCredential
  } catch (error) {
    const { name } = error as DOMException
    if (name === 'InvalidStateError') throw new PasskeyKnown()
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw error
  }
  throw new PasskeyCancelled()
}
const shell = (c: PublicKeyCredential) => ({ id: c.id, rawId: c.id, type: 'public-key' as const })

/**
 * Makes a passkey for these options of the server. Rejects with PasskeyCancelled, PasskeyKnown, or
 * what the browser says.
 */
export const createPasskey = async (options: Json) => {
  const made = await asked(navigator.credentials.create({ publicKey: readCreation(options) }))
  const response = made.response as AuthenticatorAttestationResponse
  return {
    ...shell(made),
    response: {
      clientDataJSON: coded(response.clientDataJSON),
      attestationObject: coded(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}
/** Signs a challenge of the server with a passkey. Rejects as above. */
export const signWithPasskey = async (options: Json) => {
  const used = await asked(navigator.credentials.get({ publicKey: readRequest(options) }))
  const response = used.response as AuthenticatorAssertionResponse
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...shell(used),
    response: {
      clientDataJSON: coded(clientDataJSON),
      authenticatorData: coded(authenticatorData),
      signature: coded(signature),
      ...(userHandle?.byteLength ? { userHandle: coded(userHandle) } : {}),
    },
  }
}
