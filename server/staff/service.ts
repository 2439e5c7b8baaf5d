// used by later rooms
export { writeAudit, verifyAudit, type AuditActor } from './audit'
