// used by later rooms
export { writeAudit, verifyAudit, type Actor, type AuditAct } from './audit'
export { listTeamMembers } from './team'
