-- A tenant's emails that were not delivered, or perhaps not: few among all that were sent.
create index mail_outbox_undelivered_to on mail_outbox (tenant_id, receiver_uuid) where state in ('failed', 'uncertain');
