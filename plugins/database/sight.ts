/**
 * Whether the changes of other processes are seen: they are; the connection on which they are told is lost; or it is there, and
 * nothing is told on it.
 */
export type Sight = 'seen' | 'lost' | 'deaf';
