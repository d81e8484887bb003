import { IANAZone } from 'luxon';

export const TIME_ZONE_RULE = 'must be an IANA time zone such as Europe/Berlin';

/** A name of the time zone database. Offsets such as `+02:00`, which luxon accepts, do not follow daylight saving time. */
export const isTimeZone = (name: string): boolean => !/^[+-]|^\d/.test(name) && IANAZone.isValidZone(name);

/** A local time as HH:MM. */
export const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
export const TIME_OF_DAY_RULE = 'must be a time of day such as 09:00';
