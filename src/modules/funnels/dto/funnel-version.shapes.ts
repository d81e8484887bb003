import { sequenceShape } from './sequence.shapes.js';
import * as s from '../../../shapes/shape.js';

export const sequencesShape = s.component('SequencesResponse', { sequences: s.list(sequenceShape) });

const versionShape = s.component('VersionResponse', {
  version: s.integer(2),
  created_at: s.text('2026-01-31T09:30:00.000Z'),
  created_by: s.nullable(s.integer(1, 'The id of the manager who saved it')),
  restored_from: s.nullable(s.integer(null, 'The version that it was copied from')),
  steps_count: s.integer(5, 'Steps in all branches'),
  active_count: s.integer(120, 'Active enrollments in this version'),
});
export type VersionResponse = s.TypeOf<typeof versionShape>;

const versionWithStepsShape = s.component('VersionWithStepsResponse', {
  ...versionShape.properties,
  sequences: s.list(sequenceShape),
});

export const versionsShape = s.component('VersionsResponse', { versions: s.list(versionShape, 'Newest first') });

export const oneVersionShape = s.component('OneVersionResponse', { version: versionWithStepsShape });
export type OneVersionResponse = s.TypeOf<typeof oneVersionShape>;
