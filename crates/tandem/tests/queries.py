"""Runs the queries of docs/files.md on exported tables; run by queries.rs.

Arguments: docs/files.md, the folder with the tables. Prints JSON: the columns of both tables, and of
each query its column names and rows.
"""

import json
import os
import re
import sys

import duckdb

guide, folder = sys.argv[1:]
queries = re.findall(r"```sql\n(.*?)```", open(guide, encoding="utf-8").read(), re.DOTALL)
os.chdir(folder)


def ask(query):
    answer = duckdb.sql(query)
    return {"columns": answer.columns, "rows": answer.fetchall()}


print(json.dumps({
    "tables": {
        table: ask(f"DESCRIBE SELECT * FROM '{table}.parquet'")["rows"] for table in ("games", "moves")
    },
    "answers": [ask(query) for query in queries],
}, default=str))
