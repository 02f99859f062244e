/** What the address of the wizard says. */
import { to } from '../../../domain/routes/routes.ts';
import { addressOf, oneOf, optional } from '../../parts/addresses/parameters.ts';
import { STEPS, type Step } from './steps.ts';

/** The step, or the server that is being deployed. */
export const ADD_SERVER = addressOf({
  step: oneOf('step', STEPS, 'game'),
  server: optional('server'),
});

export function addressOfStep(step: Step): string {
  return to.addServer() + ADD_SERVER.write({ step, server: null });
}

export function addressOfDeployment(server: string): string {
  return to.addServer() + ADD_SERVER.write({ step: 'game', server });
}
