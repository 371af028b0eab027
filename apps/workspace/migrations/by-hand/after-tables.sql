alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table key_minutes set (fillfactor = 70);
alter table usage_days set (fillfactor = 70);

-- A record is deleted only once its chain begins after it.
create function keep_chained() returns trigger language plpgsql as $$
begin
  if old.sequence >= (select c.first_sequence from workspace.audit_chains c where c.workspace_id = old.workspace_id) then
    raise exception 'Record % of the audit log of % is not removed: the chain begins before it.', old.sequence, old.workspace_id;
  end if;
  return old;
end $$;
create trigger audit_records_keep_chained before delete on audit_records for each row
  when (old.sequence is not null) execute function keep_chained();
