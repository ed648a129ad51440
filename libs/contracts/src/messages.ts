export {
  floatMemberOf,
  type MessageMember,
  memberOf,
  membersOf,
  memberWith,
  messageMemberOf,
} from './messages/message-members';
export { readMessage, withoutDefaults, writeMessage } from './messages/message-type';
