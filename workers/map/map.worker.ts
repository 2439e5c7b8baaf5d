import { expose } from 'comlink'
import { createGroups } from './groups'

expose(createGroups())
