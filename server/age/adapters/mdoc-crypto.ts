import {
  createHash,
  createPublicKey,
  randomBytes,
  verify as verifySignature,
  X509Certificate,
  type JsonWebKey,
} from 'node:crypto'
import type { CoseKey, MdocContext } from '@owf/mdoc'

/** Certificates between the signer and a trusted one, the signer included. */
const CHAIN_MAX = 4

const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  now >= new Date(certificate.validFrom) && now <= new Date(certificate.validTo)

/** Whether each certificate is valid and issued by the next one, and the last one by a trusted one. */
export const isTrustedChain = (
  chain: readonly Uint8Array[],
  trusted: readonly Uint8Array[],
  now: Date,
): boolean => {
  if (chain.length === 0 || chain.length > CHAIN_MAX) return false
  const links = chain.map((der) => new X509Certificate(der))
  const roots = trusted.map((der) => new X509Certificate(der))
  if (!links.every((one) => isValidAt(one, now))) return false
  const isIssued = (one: X509Certificate, by: X509Certificate): boolean =>
    one.checkIssued(by) && one.verify(by.publicKey)
  if (!links.slice(1).every((by, at) => isIssued(links[at] as X509Certificate, by))) return false
  const last = links.at(-1) as X509Certificate
  return roots.some(
    (root) =>
      isValidAt(root, now) && (root.raw.equals(last.raw) || (root.ca && isIssued(last, root))),
  )
}

const keyOf = (key: CoseKey) => createPublicKey({ key: key.jwk as JsonWebKey, format: 'jwk' })

/** What `@owf/mdoc` needs to verify: SHA-2, ES256, X.509 of Node. MACs are not accepted. */
export const mdocContext = (toCoseKey: (jwk: Record<string, unknown>) => CoseKey): MdocContext => ({
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) =>
      createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest(),
    calculateEphemeralMacKey: () => {
      throw new Error('device MACs are not supported')
    },
  },
  cose: {
    sign1: {
      sign: () => {
        throw new Error('this server signs nothing')
      },
      verify: ({ key, sign1 }) =>
        verifySignature(
          'sha256',
          sign1.toBeSigned,
          { key: keyOf(key), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
    mac0: {
      sign: () => {
        throw new Error('device MACs are not supported')
      },
      verify: () => false,
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      new X509Certificate(certificate).issuer
        .split('\n')
        .filter((line) => line.startsWith(`${field}=`))
        .map((line) => line.slice(field.length + 1)),
    getPublicKey: ({ certificate }) =>
      toCoseKey(new X509Certificate(certificate).publicKey.export({ format: 'jwk' })),
    verifyCertificateChain: ({ trustedCertificates, x5chain, now }) => {
      if (!isTrustedChain(x5chain, trustedCertificates, now ?? new Date()))
        throw new Error('the certificate is not issued by a trusted one')
    },
    getCertificateData: ({ certificate }) => {
      const one = new X509Certificate(certificate)
      return {
        issuerName: one.issuer,
        subjectName: one.subject,
        serialNumber: one.serialNumber,
        thumbprint: one.fingerprint256,
        notBefore: new Date(one.validFrom),
        notAfter: new Date(one.validTo),
        pem: one.toString(),
      }
    },
  },
})
