-- Checkpoints sign where each chain begins and when the newest record before it was sealed, as the removal of old records left it. Taken
-- from the records that are there, they would cover up for whoever deletes the oldest.
alter table audit_chains add column first_sequence bigint not null default 1;
alter table audit_chains add column removed_until_ms bigint not null default now_ms();
update audit_chains c set
  first_sequence = coalesce((select min(r.sequence) from audit_records r where r.workspace_id = c.workspace_id), c.sequence + 1),
  removed_until_ms = coalesce(
    (select r.sealed_at_ms from audit_records r where r.workspace_id = c.workspace_id and r.sequence is not null order by r.sequence limit 1),
    c.sealed_at_ms
  );

-- A record is deleted once its chain begins after it. Processes of the release before delete old records without saying so to the chain:
-- they fail while both releases run, and the records go later.
create function keep_chained() returns trigger language plpgsql as $$
begin
  if old.sequence >= (select c.first_sequence from workspace.audit_chains c where c.workspace_id = old.workspace_id) then
    raise exception 'Record % of the audit log of % is not removed: the chain begins before it.', old.sequence, old.workspace_id;
  end if;
  return old;
end $$;
create trigger audit_records_keep_chained before delete on audit_records for each row
  when (old.sequence is not null) execute function keep_chained();
