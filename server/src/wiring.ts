import { spLogoutUris } from './apps/saml-idp/sp-logouts.ts';
import * as credentials from './credentials/ports.ts';
import * as devices from './devices/ports.ts';
import * as federation from './federation/ports.ts';
import { findVouching } from './federation/linking/vouched.ts';
import { isOfProvenDomain, offeredFor, provenDomains } from './federation/email-domains/email-domains.ts';
import { providerLogout } from './federation/saml-sp/logout.ts';
import { offeredProviders } from './federation/linking/offered.ts';
import { completeRegistration, findRegistration } from './joining/by-provider/by-provider.ts';
import { inviteMany } from './joining/bulk-mails/bulk-mails.ts';
import { mailConfirmation } from './joining/mail-confirmation/mail-confirmation.ts';
import { cancelInvitations, inviteUser } from './joining/registration/registration.ts';
import { queueRegistrationMail } from './joining/self-registration/registration-mail.ts';
import { assignToMany } from './licences/permissions/many.ts';
import * as licences from './licences/ports.ts';
import { forecastOfMoves } from './licences/uses/forecast.ts';
import { inGroup, refuseGroupGone, refuseUnknownGroup } from './people/groups/members/in-group.ts';
import { ofDevices } from './people/groups/members/kind.ts';
import * as people from './people/ports.ts';
import * as sessionUse from './platform/http/session-use.ts';
import * as provisioning from './provisioning/ports.ts';
import { countTouched, refuseLockout } from './sign-in/impact/impact.ts';
import { isKeptOut } from './sign-in/kept-out.ts';
import { isResettable } from './sign-in/password-reset/reset-mail.ts';
import * as signIn from './sign-in/ports.ts';
import { isOpen } from './sign-in/sessions/open.ts';
import { addProof, noteSeen, shortenSessions } from './sign-in/sessions/sessions.ts';
import { signOut } from './sign-in/sessions/sign-out.ts';
import { readMe } from './site/me/me.ts';
import * as tenant from './tenant/ports.ts';
import { consumeForNotices } from './tenant/notices/of-events.ts';

// Fills the ports: functions that lower rooms require of higher ones (docs/ARCHITECTURE.md).

sessionUse.noteSeen.fill(noteSeen);

tenant.countTouched.fill(countTouched);
tenant.refuseLockout.fill(refuseLockout);

devices.inGroup.fill((row, group) => inGroup(ofDevices, row, group, false));
devices.refuseUnknownGroup.fill(refuseUnknownGroup);
devices.refuseGroupGone.fill(refuseGroupGone);

credentials.addProof.fill(addProof);

people.assignToMany.fill(assignToMany);
people.inviteUser.fill(inviteUser);
people.inviteMany.fill(inviteMany);
people.cancelInvitations.fill(cancelInvitations);
people.mailConfirmation.fill(mailConfirmation);
people.signOut.fill(signOut);
people.shortenSessions.fill(shortenSessions);
people.isOpenSession.fill(isOpen);
people.isResettable.fill(isResettable);
people.forecastSeats.fill(forecastOfMoves);

licences.isKeptOut.fill(isKeptOut);

provisioning.isOfProvenDomain.fill(isOfProvenDomain);
provisioning.provenDomains.fill(provenDomains);

signIn.readMe.fill(readMe);
signIn.findVouching.fill(findVouching);
signIn.offeredProviders.fill(offeredProviders);
signIn.offeredFor.fill(offeredFor);
signIn.samlLogoutUris.fill(spLogoutUris);
signIn.providerLogout.fill(providerLogout);
signIn.queueRegistrationMail.fill(queueRegistrationMail);

federation.findRegistration.fill(findRegistration);
federation.completeRegistration.fill(completeRegistration);

// What is done in the transaction of an event.
consumeForNotices();
