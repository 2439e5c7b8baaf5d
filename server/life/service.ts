// used by later rooms
export { purge } from './deletion'
